-- Whether somebody was shown that an alert was reached is told by their notifications.
alter table price_alert drop column seen;
