-- A session is looked for by its id: by what it follows, and by the links that it was given.
create unique index sessions_by_id on sessions (id);
