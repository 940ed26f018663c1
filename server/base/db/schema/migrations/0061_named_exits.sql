-- Programs name exits too, which the index of all other names leaves out.
create index spot_order_exit_named on spot_order (user_id, client_id) where entry_id is not null;
