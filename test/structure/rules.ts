// What the structure test holds the source against. A new table, a reading of what belongs to another domain is a line
// here: a moment to ask whether it belongs where it is.

/** Not domains: what they stand on (kit), and what puts them together. They are not in domainOrder. */
export const frame = ['program', 'postgres', 'kit', 'edge', 'worker', 'cli', 'status', 'backup']

/** Of the edge, what a domain declares its routes with. The rest is the server's own. */
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

/** Every kind of work has one name in all domains; other words for it, and what it is called here. */
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

/** Names that say nothing: such a file gathers whatever has no place. */
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

/** Outside the queries files SQL stands only where nothing belongs to a domain, with the reason. */
export const sqlElsewhere: Record<string, string> = {
  'server/program/first-access.ts': 'a lock that is taken before there is anything',
}

/** Routes of everybody who has a token: about themselves alone, or where each row has its own permission. */
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
  // Each type of what it finds has the permission of its list (spec 7.154).
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
