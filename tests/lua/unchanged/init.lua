INIT = "from the file"
