-- A key, so that transactions that hold the fence (`for key share`) hold up only who raises it, and not the renewals of
-- the same row: those would wait for commits that wait for a standby.
alter table writer_lease add constraint writer_lease_fence_key unique (fence);
