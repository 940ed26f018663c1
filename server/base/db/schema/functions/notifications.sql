-- A notification as its owner is told of it.
create or replace function notification_row(n notification) returns jsonb language sql stable as $$
  select jsonb_build_object('id', n.id, 'kind', n.kind, 'at', n.at, 'body', n.body)
$$;

-- How many notifications a user has not read, and of those that were not seen either how many of each kind and what
-- the cycle contracts among them came to.
create or replace function notification_summary(p_user bigint) returns jsonb language sql stable
  set enable_seqscan to off as $$
  with state as (
    select coalesce(max(read_to), 0) as read_to, coalesce(max(seen_to), 0) as seen_to
    from notification_state where user_id = p_user
  ), unread as (
    select n.kind, n.id, n.body, n.id > s.seen_to as unseen from state s join notification n
      on n.user_id = p_user and n.id > s.read_to
  ), kinds as (select kind, count(*) as count from unread where unseen group by kind)
  select jsonb_build_object(
    'readTo', (select read_to from state),
    'newest', coalesce((select max(id) from notification where user_id = p_user), 0),
    'unread', (select count(*) from unread),
    'unseen', coalesce((select jsonb_agg(jsonb_build_object('kind', kind, 'count', count) order by kind) from kinds), '[]'),
    'cycleNet', (select coalesce(plain_text(sum((body ->> 'net')::numeric)), '0') from unread
      where unseen and kind = 'cycle'))
$$;

-- Has a notification of these kinds sent to each device of a user that is reached by push: in the transaction of what
-- it tells of, and once.
create or replace function push_queue(p_user bigint, p_id bigint, p_kind text, p_at bigint) returns void
  language sql set enable_seqscan to off as $$
  insert into push_message (subscription_id, user_id, notification_id, next_at, created_at)
    select p.id, p_user, p_id, p_at, p_at from push_subscription p join session s on s.id = p.session_id
    where p.user_id = p_user and s.ended_at is null and s.expires_at > p_at
      and p_kind in ('fill', 'trigger', 'chase', 'liquidation', 'reduction', 'deleveraging', 'margin', 'deposit',
        'cycle', 'reply', 'alert', 'withdrawal', 'absence', 'identity')
$$;

-- Writes a notification and publishes it. The caller's transaction holds the stream's head. An event that has one
-- already gets no second one.
create or replace function notification_add(p_user bigint, p_kind text, p_ref text, p_body jsonb, p_at bigint) returns void
  language plpgsql set enable_seqscan to off as $$
declare s text := 'user:' || p_user; n notification%rowtype;
begin
  insert into notification (user_id, id, kind, ref, body, mail_due, at)
    select p_user, h.seq + 1, p_kind, p_ref, jsonb_strip_nulls(p_body),
      p_kind in ('liquidation', 'reduction', 'deleveraging', 'margin'), p_at
    from stream_head h where h.stream = s
    on conflict (user_id, ref) do nothing returning * into n;
  if n.id is null then return; end if;
  update stream_head set seq = n.id where stream = s;
  insert into outbox values (s, n.id, 'notification', notification_row(n), p_at);
  perform push_queue(p_user, n.id, p_kind, p_at);
end $$;

-- What is in a user's futures wallet.
create or replace function futures_posted(p_user bigint) returns text language sql stable set enable_seqscan to off as $$
  select coalesce(plain_text(sum(posted)), '0') from account where owner_id = p_user and kind = 'futures'
$$;

-- What an event of a spot order is a notification of: that an order which had rested was filled, wholly or for the first
-- time in part, that a stop was triggered, or that it was reached and could not act. A state that the same transaction has
-- left again is none.
create or replace function notify_order(p_user bigint, p_type text, b jsonb, p_at bigint) returns void language plpgsql as $$
declare own jsonb := jsonb_build_object('product', 'spot', 'order', b -> 'id', 'market', b -> 'market', 'side', b -> 'side',
  'quantity', b -> 'filled', 'value', b -> 'filledTotal'); o spot_order%rowtype;
begin
  if p_type = 'fill' then
    if b ->> 'role' <> 'maker' then return; end if;
    select * into o from spot_order where id = (b ->> 'order')::bigint and status = 'partial';
    if not found then return; end if;
    perform notification_add(p_user, 'fill', 'order:' || o.id || ':partial', jsonb_build_object('product', 'spot',
      'order', o.id, 'market', o.market, 'side', o.side, 'quantity', plain_text(o.filled),
      'value', plain_text(o.filled_total), 'isPartial', true), p_at);
  elsif b ->> 'updatedAt' = b ->> 'createdAt' then return;
  elsif b ->> 'status' = 'filled' then
    perform notification_add(p_user, 'fill', 'order:' || (b ->> 'id'), own || '{"isPartial": false}', p_at);
  elsif b ->> 'type' not in ('stopLimit', 'stopMarket') or not exists (
    select 1 from spot_order where id = (b ->> 'id')::bigint and status = b ->> 'status') then return;
  elsif b ->> 'status' in ('open', 'partial') then
    perform notification_add(p_user, 'trigger', 'order:' || (b ->> 'id') || ':trigger', own || jsonb_build_object(
      'trigger', 'stop', 'price', b -> 'stopPrice', 'result', 'placed'), p_at);
  elsif b ->> 'status' = 'expired' and b ->> 'reason' is null then
    -- It was triggered, and what the market did not take at once has lapsed.
    if b ->> 'filled' = '0' then
      perform notification_add(p_user, 'trigger', 'order:' || (b ->> 'id') || ':failed', own || jsonb_build_object(
        'trigger', 'stop', 'price', b -> 'stopPrice', 'result', 'failed'), p_at);
    else
      perform notification_add(p_user, 'fill', 'order:' || (b ->> 'id') || ':partial', own || '{"isPartial": true}', p_at);
    end if;
  elsif b ->> 'status' = 'cancelled' and b ->> 'reason' is not null then
    perform notification_add(p_user, 'trigger', 'order:' || (b ->> 'id') || ':failed', own || jsonb_build_object(
      'trigger', 'stop', 'price', b -> 'stopPrice', 'result', 'failed', 'reason', b -> 'reason'), p_at);
  end if;
end $$;

-- Net P/L of a position so far, as its record says it: what closing has brought, all fees, position interest and what
-- was left of the margin and went to the insurance fund.
create or replace function position_net(p_id bigint) returns text language sql stable as $$
  select plain_text(floor(realised_price * 1e8) / 1e8 + realised_fees + realised_funding)
    from futures_position where id = p_id
$$;

-- The same of an order on a perpetual, guards included, and of a chase that has left something open. One that ends with its position or its partner is no news.
create or replace function notify_futures_order(p_user bigint, b jsonb, p_at bigint) returns void language plpgsql as $$
declare own jsonb := jsonb_build_object('product', 'perpetual', 'order', b -> 'id', 'market', b -> 'market',
  'side', b -> 'side', 'quantity', b -> 'filled', 'value', b -> 'filledTotal');
  fired jsonb := jsonb_build_object('trigger', b #> '{trigger,kind}', 'price', b #> '{trigger,price}');
  ref text := 'futures:' || (b ->> 'id'); is_guard boolean := b ->> 'group' is not null;
  has_trigger boolean := b ->> 'trigger' is not null; why text := b ->> 'reason';
begin
  if b ->> 'updatedAt' = b ->> 'createdAt' then return;
  elsif b ->> 'status' = 'filled' and is_guard then
    perform notification_add(p_user, 'trigger', ref, own || fired || jsonb_build_object('result', 'filled',
      'net', position_net((select position_id from futures_fill where order_id = (b ->> 'id')::bigint order by id limit 1))), p_at);
  elsif b ->> 'status' = 'filled' then
    perform notification_add(p_user, 'fill', ref, own || '{"isPartial": false}', p_at);
  elsif b ->> 'chase' is not null and b ->> 'status' in ('cancelled', 'expired') and why not like 'ended%' then
    perform notification_add(p_user, 'chase', ref || ':chase', own || jsonb_build_object('reason', why,
      'left', plain_text((b ->> 'quantity')::numeric - (b ->> 'filled')::numeric)), p_at);
  elsif not has_trigger or not exists (
    select 1 from futures_order where id = (b ->> 'id')::bigint and status = b ->> 'status') then return;
  elsif b ->> 'status' in ('open', 'partial') then
    perform notification_add(p_user, 'trigger', ref || ':trigger', own || fired || '{"result": "placed"}', p_at);
  elsif b ->> 'status' = 'expired' and why is null then
    -- It was triggered, and what the market did not take at once has lapsed.
    if b ->> 'filled' = '0' then
      perform notification_add(p_user, 'trigger', ref || ':failed', own || fired || '{"result": "failed"}', p_at);
    else
      perform notification_add(p_user, 'fill', ref || ':partial', own || '{"isPartial": true}', p_at);
    end if;
  elsif why is null or why like 'ended%' then return;
  elsif b ->> 'status' in ('waiting', 'cancelled') then
    perform notification_add(p_user, 'trigger', ref || ':' || (b ->> 'status'), own || fired || jsonb_build_object(
      'result', case b ->> 'status' when 'waiting' then 'stalled' else 'failed' end, 'reason', why), p_at);
  end if;
end $$;

-- A trade of a position: a resting order that is filled in part for the first time, or a part that was deleveraged.
create or replace function notify_futures_fill(p_user bigint, b jsonb, p_at bigint) returns void language plpgsql as $$
declare o futures_order%rowtype; p futures_position%rowtype;
begin
  if b ->> 'kind' = 'deleverage' then
    select * into strict p from futures_position where id = (b ->> 'position')::bigint;
    perform notification_add(p_user, 'deleveraging', 'deleveraging:' || (b ->> 'id'), jsonb_build_object('position', p.id,
      'market', p.market, 'side', p.side, 'quantity', b -> 'quantity',
      'value', plain_text((b ->> 'price')::numeric * (b ->> 'quantity')::numeric),
      'net', position_net(p.id), 'left', plain_text(p.quantity),
      'wallet', futures_posted(p_user)), p_at);
  elsif b ->> 'role' = 'maker' and b ->> 'order' is not null then
    select * into o from futures_order where id = (b ->> 'order')::bigint and status = 'partial';
    if not found then return; end if;
    perform notification_add(p_user, 'fill', 'futures:' || o.id || ':partial', jsonb_build_object('product', 'perpetual',
      'order', o.id, 'market', o.market, 'side', o.side, 'quantity', plain_text(o.filled),
      'value', plain_text(o.filled_total), 'isPartial', true), p_at);
  end if;
end $$;

-- A liquidation that has ended a position or reduced it; the fund's own settlements carry a price.
create or replace function notify_liquidation(p_user bigint, p_type text, b jsonb, p_at bigint) returns void language plpgsql
  set enable_seqscan to off as $$
declare p futures_position%rowtype; done record;
begin
  if p_type = 'position' and b ->> 'end' = 'liquidated' then
    select sum(quantity) filter (where step <> 'insurance') as quantity,
      sum(quantity * price) filter (where step <> 'insurance') as value
      into done from futures_liquidation
      where user_id = p_user and position_id = (b ->> 'id')::bigint and step in ('close', 'takeover', 'insurance');
    perform notification_add(p_user, 'liquidation', 'position:' || (b ->> 'id'), jsonb_build_object('position', b -> 'id',
      'market', b -> 'market', 'side', b -> 'side', 'quantity', coalesce(plain_text(done.quantity), '0'),
      'value', coalesce(plain_text(done.value), '0'), 'net', position_net((b ->> 'id')::bigint), 'left', '0',
      'wallet', futures_posted(p_user)), p_at);
  elsif p_type = 'liquidation' and b ->> 'step' = 'reduce' then
    select * into strict p from futures_position where id = (b ->> 'position')::bigint;
    perform notification_add(p_user, 'reduction', 'step:' || (b ->> 'id'), jsonb_build_object('position', p.id,
      'market', p.market, 'side', p.side, 'quantity', b -> 'quantity',
      'value', plain_text((b ->> 'price')::numeric * (b ->> 'quantity')::numeric),
      'net', position_net(p.id), 'left', plain_text(p.quantity),
      'wallet', futures_posted(p_user)), p_at);
  end if;
end $$;

-- Money that came, left or stayed out, and contracts and storage orders that ended.
create or replace function notify_money(p_user bigint, p_type text, b jsonb, p_at bigint) returns void language plpgsql as $$
declare ref text := p_type || ':' || coalesce(b ->> 'id', ''); state text := b ->> 'state';
begin
  case p_type
  when 'deposit' then
    if state = 'seen' then return; end if;
    -- A deposit that was taken back may be credited once more.
    perform notification_add(p_user, 'deposit', concat_ws(':', ref, state, b ->> 'creditedAt'), jsonb_build_object(
      'deposit', b -> 'id', 'asset', b -> 'asset', 'amount', b -> 'amount', 'result', state, 'debt', b -> 'debt'), p_at);
  when 'depositNotice' then
    if state <> 'rejected' then return; end if;
    perform notification_add(p_user, 'deposit', ref, jsonb_build_object('asset', b -> 'asset', 'amount', b -> 'amount',
      'result', 'rejected', 'debt', '0'), p_at);
  when 'withdrawal' then
    if state not in ('confirmed', 'rejected', 'failed') then return; end if;
    perform notification_add(p_user, 'withdrawal', ref, jsonb_build_object('withdrawal', b -> 'id', 'asset', b -> 'currency',
      'amount', b -> 'amount', 'result', state), p_at);
  when 'cycle' then
    if b ->> 'outcome' is null then return; end if;
    perform notification_add(p_user, 'cycle', ref, jsonb_build_object('contract', b -> 'id', 'market', b -> 'asset',
      'direction', b -> 'direction', 'cycle', b -> 'cycle', 'outcome', b -> 'outcome', 'amount', b -> 'amount',
      'net', plain_text((b ->> 'profit')::numeric - (b ->> 'fee')::numeric)), p_at);
  when 'storage' then
    if state not in ('redeemed', 'finished') then return; end if;
    perform notification_add(p_user, 'storage', ref, jsonb_build_object('order', b -> 'id', 'asset', b -> 'asset',
      'amount', b -> 'amount', 'earned', b -> 'earned', 'isRenewed', state = 'finished', 'reason', b -> 'notRenewed'), p_at);
  when 'reward' then
    perform notification_add(p_user, 'reward', 'reward:' || (b ->> 'day'), jsonb_build_object('amounts', b -> 'amounts'), p_at);
  end case;
end $$;

-- Replies, decisions, alerts, and what was done in a user's absence.
create or replace function notify_account(p_user bigint, p_type text, b jsonb, p_at bigint) returns void language plpgsql as $$
declare n bigint; l smallint;
begin
  case p_type
  when 'ticket' then
    if b ->> 'state' <> 'replied' then return; end if;
    -- A ticket is published as it is read, too: what was read is no news, though its notification may be kept no more.
    select max(id) into n from support_message where ticket_id = (b ->> 'id')::bigint and author = 'support'
      and id > (select read_to from support_ticket where id = (b ->> 'id')::bigint);
    if n is null then return; end if;
    perform notification_add(p_user, 'reply', 'reply:' || n, jsonb_build_object('ticket', b -> 'id', 'title',
      (select title from support_ticket where id = (b ->> 'id')::bigint)), p_at);
  when 'identity' then
    if b ->> 'state' not in ('approved', 'rejected') then return; end if;
    select level into strict l from identity_application where id = (b ->> 'id')::bigint;
    perform notification_add(p_user, 'identity', 'identity:' || (b ->> 'id'), jsonb_build_object('level', l,
      'result', b -> 'state'), p_at);
  when 'alert' then
    if b ->> 'firedAt' is null or b ->> 'state' = 'waiting' then return; end if;
    perform notification_add(p_user, 'alert', 'alert:' || (b ->> 'id') || ':' || (b ->> 'fired'), jsonb_build_object(
      'alert', b -> 'id', 'market', b -> 'market', 'direction', b -> 'direction', 'price', b -> 'price',
      'reached', b -> 'firedPrice'), p_at);
  when 'absence' then
    if b ->> 'state' <> 'done' then return; end if;
    perform notification_add(p_user, 'absence', 'absence:' || (b ->> 'version'),
      jsonb_build_object('action', b -> 'action'), p_at);
  end case;
end $$;

-- Interest of one midnight is one notification, however many orders and transactions it is paid for: what it sums up is
-- read from the payouts, and a later one changes the same row.
create or replace function notify_interest(p_user bigint, p_due bigint, p_at bigint) returns void language plpgsql
  set enable_seqscan to off as $$
declare paid jsonb; n notification%rowtype; s text := 'user:' || p_user; place bigint;
begin
  select jsonb_build_object('day', p_due, 'amounts', jsonb_agg(jsonb_build_object('asset', asset, 'amount',
    plain_text(amount)) order by asset)) into paid
    from (select o.asset, sum(p.amount) as amount from storage_payout p join storage_order o on o.id = p.order_id
      where p.user_id = p_user and p.due_at = p_due group by o.asset) sums;
  update notification set body = paid where user_id = p_user and ref = 'interest:' || p_due returning * into n;
  if n.id is null then
    perform notification_add(p_user, 'interest', 'interest:' || p_due, paid, p_at);
    return;
  end if;
  update stream_head set seq = seq + 1 where stream = s returning seq into place;
  insert into outbox values (s, place, 'notification', notification_row(n), p_at);
end $$;

-- Every event of a private channel passes here once, in its own transaction.
create or replace function outbox_notified() returns trigger language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as $$
declare e record; u bigint;
begin
  for e in
    select stream, type, body, at from added
    where type not in ('balance', 'profile', 'notification', 'notificationState', 'terms', 'funding') and stream like 'user:%'
    order by stream, seq
  loop
    u := substr(e.stream, 6)::bigint;
    case
    when e.type in ('order', 'fill') then perform notify_order(u, e.type, e.body, e.at);
    when e.type = 'futuresOrder' then perform notify_futures_order(u, e.body, e.at);
    when e.type = 'futuresFill' then perform notify_futures_fill(u, e.body, e.at);
    when e.type in ('position', 'liquidation') then perform notify_liquidation(u, e.type, e.body, e.at);
    when e.type in ('deposit', 'depositNotice', 'withdrawal', 'cycle', 'storage', 'reward') then
      perform notify_money(u, e.type, e.body, e.at);
    -- Where no order was open, none was cancelled.
    when e.type = 'absence' and not exists (select 1 from added a where a.stream = e.stream and a.type = 'futuresOrder'
      and a.body ->> 'reason' = 'endedByAbsence') then null;
    when e.type in ('ticket', 'identity', 'alert', 'absence') then perform notify_account(u, e.type, e.body, e.at);
    else null;
    end case;
  end loop;
  if exists (select 1 from added where type = 'storage') then
    for e in
      select distinct a.stream, p.due_at, a.at from added a join storage_payout p
        on p.order_id = (a.body ->> 'id')::bigint and p.at = a.at
      where a.type = 'storage'
        and p.order_id = any (array(select (body ->> 'id')::bigint from added where type = 'storage'))
      order by a.stream, p.due_at
    loop
      perform notify_interest(substr(e.stream, 6)::bigint, e.due_at, e.at);
    end loop;
  end if;
  return null;
end $$;
