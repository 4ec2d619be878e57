-- The announced length lives with the upload itself; nobody read this copy of it.
alter table evidence drop column upload_length;
