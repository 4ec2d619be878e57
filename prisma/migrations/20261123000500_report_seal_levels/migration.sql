-- A seal may carry what proves that no certificate was revoked (B-LT), and a timestamp over that (B-LTA). Both rest on the
-- time of an authority, as B-T does.
alter table reports
  drop constraint reports_seal,
  add constraint reports_seal check (
    (seal_level is null) = (seal_demo is null) and (seal_level is null or status = 'ready')
    and (seal_level in ('B-B', 'B-T', 'B-LT', 'B-LTA')) and (seal_level <> 'B-B') = (seal_authority is not null)
  );
