// multinomial.
