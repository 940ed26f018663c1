-- What was liquidated in a market lately is shown to everybody on its page.
create index futures_liquidation_of_market on futures_liquidation (market, at desc);
