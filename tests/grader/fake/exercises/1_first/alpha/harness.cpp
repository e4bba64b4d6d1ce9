not student material
