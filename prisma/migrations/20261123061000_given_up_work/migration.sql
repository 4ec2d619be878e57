-- What gave up is counted with each scrape, and listed for whoever has it tried again. Each index holds what gave up alone.
create index anchors_failed_idx on anchors (created_at) where status = 'failed';

create index addenda_anchors_failed_idx on addenda_anchors (created_at) where status = 'failed';

create index reports_failed_idx on reports (created_at) where status = 'failed';
