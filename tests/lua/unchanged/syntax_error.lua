local x = 
  = 1
