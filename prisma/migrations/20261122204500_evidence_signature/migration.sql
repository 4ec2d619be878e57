-- What a field person draws on site to sign is evidence, too. The release before writes none, and lists those it finds.
alter table evidence
  drop constraint evidence_kind,
  add constraint evidence_kind check (
    kind in ('photo', 'annotation', 'whiteboard', 'clip', 'recording', 'document', 'signature')
  );
