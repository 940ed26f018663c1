-- A ticket as its owner is told of it.
create or replace function ticket_row(t support_ticket) returns jsonb language sql stable as $$
  select jsonb_build_object('id', t.id, 'title', t.title, 'state', t.state, 'subject',
    case when t.subject_kind is not null then jsonb_build_object('kind', t.subject_kind, 'id', t.subject_id,
      'what', t.subject_what, 'at', t.subject_at) end,
    'unread', t.unread, 'messages', t.messages, 'createdAt', t.created_at, 'updatedAt', t.updated_at,
    'version', t.version)
$$;
