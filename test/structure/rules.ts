// The rules of the structure test. A new table, or a read of another domain's table, needs a line here: an occasion to
// ask whether it belongs where it is.

/** Folders that are not domains: what domains build on (kit), and what assembles them. They are not in domainOrder. */
export const frame = ['program', 'postgres', 'kit', 'edge', 'worker', 'cli', 'status', 'backup']

/** Modules of the edge with which a domain declares its routes. The rest is private to the server. */
export const edgeForDomains = [
  'route',
  'paging',
  'priority',
  'validation',
  'idempotency',
  'bodies',
  'problem',
  'accept',
  'language',
  'page',
  'streamed-form',
  'sites',
].map((name) => `#edge/${name}.ts`)

/** Every kind of work has one name in all domains; synonyms, and the name to use. */
export const otherWords: Record<string, string> = {
  types: 'schema',
  shapes: 'schema',
  models: 'schema',
  route: 'routes',
  controller: 'routes',
  handlers: 'routes',
  example: 'examples',
  action: 'actions',
  usecases: 'actions',
  rule: 'rules',
  policy: 'rules',
  query: 'queries',
  sql: 'queries',
  repository: 'queries',
  event: 'events',
  job: 'jobs',
  worker: 'jobs',
  presenter: 'show',
  serializer: 'show',
  views: 'show',
}

/** Names without meaning: such a file collects unrelated code. */
export const emptyNames = [
  'utils',
  'util',
  'helpers',
  'helper',
  'services',
  'service',
  'common',
  'misc',
  'lib',
  'index',
]

/** SQL outside queries files is allowed only where it belongs to no domain, with the reason. */
export const sqlElsewhere: Record<string, string> = {
  'server/program/first-access.ts': 'a lock that is taken before there is anything',
}

/** Routes for every token: about the token's user only, or with a permission per row. */
export const routesOfEveryToken = [
  'GET /v1/notification_preferences',
  'GET /v1/notifications',
  'GET /v1/notifications/unread_count',
  'GET /v1/permissions',
  'POST /v1/notifications/:id/read',
  'POST /v1/notifications/read_all',
  'GET /v1/me',
  'PUT /v1/me',
  'PUT /v1/notification_preferences',
  // Each type of result needs the permission of its list (spec 7.154).
  'GET /v1/search',
  'GET /v1/events',
  'GET /v1/events/:id',
  'GET /v1/events/stream',
  'GET /v1/push_subscriptions',
  'POST /v1/push_subscriptions',
  'GET /v1/push_subscriptions/key',
  'DELETE /v1/push_subscriptions/:id',
  'GET /v1/notification_number',
  'PUT /v1/notification_number',
  'DELETE /v1/notification_number',
  'POST /v1/notification_number/verify',
]
