-- What an authority never gave is little beside what is anchored; /metrics and script/admin job list ask for it.
create index org_anchors_failed_idx on org_anchors (created_at) where status = 'failed';
