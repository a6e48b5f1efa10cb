from shop.rounding import rounded

PRICES = {"apple": rounded(1.04), "pear": rounded(2.05)}
