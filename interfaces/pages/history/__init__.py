"""Rows of the history as sentences, by day, with the decisions behind them."""
