// of: wrong_one_column_too_many
// says: guard the column
// omits: cudaMemset
