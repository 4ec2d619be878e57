-- What became of the invitations of a member, the newest first: few of all messages. Made before, concurrently, it is
-- taken as it is.
create index if not exists messages_member_idx
  on messages (organisation_id, member_id, created_at desc, id desc) where member_id is not null;
