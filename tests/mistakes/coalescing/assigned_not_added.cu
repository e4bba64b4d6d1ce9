// of: wrong_assigned_not_added
// says: Try: All wrong elements have the same value, 0.5: was it stored where it should have been added
// omits: border
