// SGD and Adam updates of lists of parameters.
