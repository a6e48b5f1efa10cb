"""A shop in Flask. Its total is slow: it asks the database for each price separately."""
import sqlite3
import sys

from flask import Flask, jsonify

app = Flask(__name__)


def connect():
    db = sqlite3.connect(":memory:")
    db.execute("create table price(article, cents)")
    db.execute("create table line(article, number)")
    db.executemany("insert into price values(?, ?)", ((n, n % 50) for n in range(500)))
    db.executemany("insert into line values(?, ?)", ((n * 7 % 500, 1 + n % 3) for n in range(1000)))
    return db


def price(db, article):
    return db.execute("select cents from price where article = ?", (article,)).fetchone()[0]


@app.get("/total")
def total():
    db = connect()
    lines = db.execute("select article, number from line")
    return jsonify(total=sum(price(db, article) * number for article, number in lines))


@app.get("/ping")
def ping():
    return "pong\n"


if __name__ == "__main__":
    app.run(port=int(sys.argv[1]))
