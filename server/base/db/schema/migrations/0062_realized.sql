-- What profits and losses, fees, funding and liquidations have moved on a futures account since it began: each snapshot
-- of a user shows it, and a sum of their postings takes longer with every trade.
alter table account add column realized numeric(38, 18) not null default 0;
--> statement-breakpoint
update account a set realized = s.sum
from (
  select p.account_id, sum(p.amount) from posting p join journal j on j.id = p.journal_id
  where j.code in ('realizedPl', 'fee', 'funding', 'liquidation') group by p.account_id
) s
where a.id = s.account_id and a.kind = 'futures';
