-- A notice to an operator is about a session, and goes to the member who operates it.
alter table messages
  drop constraint messages_about,
  add constraint messages_about check (
    case when num_nonnulls(session_id, endpoint_id) = 0 then member_id is not null else num_nonnulls(session_id, endpoint_id) = 1 end
  ) not valid;
