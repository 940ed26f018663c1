-- How many accounts were long or short in a market at a past moment is counted from positions open since then.
create index futures_position_of_market on futures_position (market, closed_at);
