print("tools is no package")
