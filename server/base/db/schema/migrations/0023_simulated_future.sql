-- From which minute on, since 1970, the simulated market is drawn from the secret of this exchange.
create table simulated_future (one boolean primary key default true check (one), since bigint not null);
