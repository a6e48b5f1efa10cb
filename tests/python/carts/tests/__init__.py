FOLDER = "tests"
