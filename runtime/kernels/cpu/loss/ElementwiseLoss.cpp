// Losses that compare element by element.
