#!/bin/sh
echo '0 0 7 "7.5.0"'
