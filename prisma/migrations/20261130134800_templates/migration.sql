-- A template is its newest version and whether it is archived; what a version says is written once.
create table templates (
  organisation_id uuid not null references organisations (id) on delete restrict,
  id uuid not null,
  version integer not null,
  archived boolean not null default false,
  created_at timestamptz(6) not null,
  primary key (organisation_id, id),
  constraint templates_version check (version > 0)
);

create index templates_organisation_id_archived_created_at_id_idx
  on templates (organisation_id, archived, created_at desc, id desc);

create table template_versions (
  organisation_id uuid not null,
  template_id uuid not null,
  version integer not null,
  name text not null,
  type text not null,
  shots jsonb not null,
  created_at timestamptz(6) not null,
  primary key (organisation_id, template_id, version),
  foreign key (organisation_id, template_id) references templates (organisation_id, id) on delete restrict
);

create trigger template_versions_append_only
  before update or delete on template_versions
  for each row execute function refuse_change();

-- A session names the version that it began with. Null writes no row anew, and a new foreign key reads none.
alter table sessions
  add column template_id uuid,
  add column template_version integer,
  add constraint sessions_organisation_id_template_id_fkey foreign key (organisation_id, template_id)
    references templates (organisation_id, id) on delete restrict not valid;
