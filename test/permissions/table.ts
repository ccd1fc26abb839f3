// Who may do what: one line for every operation that needs a token, else the test fails.
//
// The first five columns are the built-in roles. The next four are members whose role has only that one permission of
// spec 1.4. Then an operator of the installation who is a viewer of the organization, and a service user that is an
// admin. ✓ allowed, · forbidden (403). Without a token every operation returns 401.
//
// The last two are about the ids in the path. neighbour: an owner of another organization, also an operator, with ids
// of ours. fellow: an agent with ids of another agent's resources. ✓ allowed, 404 looks nonexistent, - has no such ids,
// or forbidden anyway.
export const table = `
                                                                 owner admin billing agent viewer  balance recharge invoices usage  operator service  neighbour fellow
GET    /v1/me                                                      ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
PUT    /v1/me                                                      ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ·          -       -
GET    /v1/permissions                                             ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/organization                                            ✓     ✓      ✓      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /v1/first_steps                                             ✓     ✓      ✓      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
PUT    /v1/organization                                            ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -

GET    /v1/users                                                   ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /v1/users/:id                                               ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/users/:id                                               ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
DELETE /v1/users/:id                                               ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -

GET    /v1/service_users                                           ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/service_users                                           ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/service_users/:id                                       ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/service_users/:id                                       ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
DELETE /v1/service_users/:id                                       ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -

GET    /v1/invitations                                             ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/invitations                                             ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/invitations/:id                                         ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
DELETE /v1/invitations/:id                                         ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
GET    /v1/roles                                                   ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/roles                                                   ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/roles/:id                                               ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/roles/:id                                               ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
DELETE /v1/roles/:id                                               ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
GET    /v1/tokens                                                  ✓     ✓      ✓      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/tokens                                                  ✓     ✓      ✓      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/tokens/:id                                              ✓     ✓      ✓      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404
DELETE /v1/tokens/:id                                              ✓     ✓      ✓      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404
GET    /v1/events                                                  ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/events/stream                                           ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/events/:id                                              ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/notifications                                           ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/notifications/unread_count                              ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
POST   /v1/notifications/:id/read                                  ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓         404      404
POST   /v1/notifications/read_all                                  ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/notification_preferences                                ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
PUT    /v1/notification_preferences                                ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/webhook_endpoints                                       ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/webhook_endpoints                                       ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/webhook_endpoints/:id                                   ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
PUT    /v1/webhook_endpoints/:id                                   ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
DELETE /v1/webhook_endpoints/:id                                   ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/webhook_endpoints/:id/test                              ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/webhook_endpoints/:id/rotate_secret                     ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/webhook_endpoints/:id/replay                            ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
GET    /v1/webhook_endpoints/:id/deliveries                        ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
GET    /v1/webhook_endpoints/:id/deliveries/:delivery_id           ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/webhook_endpoints/:id/deliveries/:delivery_id/retry     ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -

GET    /v1/push_subscriptions                                      ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
POST   /v1/push_subscriptions                                      ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/push_subscriptions/key                                  ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
DELETE /v1/push_subscriptions/:id                                  ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓         404     404

GET    /v1/notification_number                                     ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
PUT    /v1/notification_number                                     ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
DELETE /v1/notification_number                                     ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
POST   /v1/notification_number/verify                              ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/audit_log                                               ✓     ·      ·      ·      ·        ·        ·        ·      ·         ·       ·          -       -
GET    /v1/channels/app                                            ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
PUT    /v1/channels/app                                            ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
DELETE /v1/channels/app                                            ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/channels/app/test                                       ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/channels                                                ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /v1/channel_notices                                         ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /v1/channels/email                                          ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
PUT    /v1/channels/email                                          ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
DELETE /v1/channels/email                                          ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/channels/email/test                                     ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/channels/sms                                            ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
PUT    /v1/channels/sms                                            ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
DELETE /v1/channels/sms                                            ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/channels/sms/test                                       ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -

GET    /v1/sender_domains                                          ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/sender_domains                                          ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/sender_domains/:id                                      ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/sender_domains/:id                                      ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
DELETE /v1/sender_domains/:id                                      ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/sender_domains/:id/verify                               ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/sender_domains/:id/rotate_key                           ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
GET    /v1/templates                                               ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓           -       -
POST   /v1/templates                                               ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓           -       -
GET    /v1/templates/:id                                           ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/templates/:id                                           ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
DELETE /v1/templates/:id                                           ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/templates/:id/preview                                   ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
POST   /v1/templates/:id/submit                                    ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/templates/:id/pause                                     ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/templates/:id/resume                                    ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/templates/:id/approve                                   ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·         404      -
POST   /v1/templates/:id/reject                                    ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·         404      -

GET    /v1/contacts                                                ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/contacts                                                ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/contacts/:id                                            ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/contacts/:id                                            ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
DELETE /v1/contacts/:id                                            ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
POST   /v1/contacts/:id/merge                                      ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
GET    /v1/contacts/:id/consents                                   ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
POST   /v1/contacts/:id/consents                                   ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓

GET    /v1/suppressions                                            ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/suppressions                                            ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
DELETE /v1/suppressions/:id                                        ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓

GET    /v1/campaigns                                               ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓           -      -
POST   /v1/campaigns                                               ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓           -      -
GET    /v1/campaigns/:id                                           ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/campaigns/:id                                           ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
DELETE /v1/campaigns/:id                                           ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
POST   /v1/campaigns/:id/estimate                                  ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
POST   /v1/campaigns/:id/preview                                   ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
POST   /v1/campaigns/:id/start                                     ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/campaigns/:id/pause                                     ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/campaigns/:id/resume                                    ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/campaigns/:id/cancel                                    ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      -
POST   /v1/campaigns/:id/test                                      ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
GET    /v1/campaigns/:id/days                                      ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
GET    /v1/campaigns/:id/recipients                                ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
GET    /v1/campaigns/:id/deliveries                                ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓

GET    /v1/lists                                                   ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -        -
POST   /v1/lists                                                   ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -        -
GET    /v1/lists/:id                                               ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/lists/:id                                               ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
DELETE /v1/lists/:id                                               ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
GET    /v1/lists/:id/members                                       ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
POST   /v1/lists/:id/members                                       ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
DELETE /v1/lists/:id/members                                       ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓

GET    /v1/segments                                                ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -        -
POST   /v1/segments                                                ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -        -
POST   /v1/segments/count                                          ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -        -
GET    /v1/segments/:id                                            ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/segments/:id                                            ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
DELETE /v1/segments/:id                                            ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
GET    /v1/segments/:id/count                                      ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
GET    /v1/segments/:id/contacts                                   ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓

GET    /v1/imports                                                 ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -        -
POST   /v1/imports                                                 ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -        -
POST   /v1/imports/preview                                         ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -        -
GET    /v1/imports/:id                                             ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
GET    /v1/imports/:id/errors                                      ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
DELETE /v1/imports/:id                                             ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓

GET    /v1/groups                                                  ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/groups                                                  ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/groups/:id                                              ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
PUT    /v1/groups/:id                                              ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
DELETE /v1/groups/:id                                              ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
GET    /v1/groups/:id/contacts                                     ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
POST   /v1/groups/:id/contacts                                     ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
DELETE /v1/groups/:id/contacts/:contact_id                         ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓

GET    /v1/search                                                  ✓     ✓      ✓      ✓      ✓        ✓        ✓        ✓      ✓         ✓       ✓          -       -
GET    /v1/search/messages                                         ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /v1/search/contacts                                         ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /v1/search/groups                                           ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /v1/search/conversations                                    ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -

GET    /v1/conversations                                           ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/conversations                                           ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/conversations/counts                                    ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /v1/conversations/:id                                       ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
PUT    /v1/conversations/:id                                       ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404
DELETE /v1/conversations/:id                                       ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404
POST   /v1/conversations/:id/open                                  ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
POST   /v1/conversations/:id/read                                  ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
POST   /v1/conversations/:id/assign                                ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404

POST   /v1/attachments                                             ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/attachments/:id                                         ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
GET    /v1/attachments/:id/file                                    ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404

POST   /v1/messages                                                ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/messages/batch                                          ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/messages/estimate                                       ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/messages                                                ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /v1/messages/:id                                            ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
GET    /v1/messages/:id/original                                   ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
GET    /v1/messages/:id/picture                                    ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
GET    /v1/messages/:id/deliveries                                 ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
PUT    /v1/messages/:id                                            ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404
DELETE /v1/messages/:id                                            ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404
POST   /v1/messages/:id/read                                       ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
DELETE /v1/messages/:id/read                                       ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404     404
POST   /v1/messages/:id/reactions                                  ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404
DELETE /v1/messages/:id/reactions                                  ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404

GET    /v1/deliveries                                              ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/deliveries/:id/resolve                                  ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404

GET    /v1/sandbox/messages                                        ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/sandbox/messages                                        ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/sandbox/messages/:id                                    ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404     404
GET    /v1/sandbox/device                                          ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/sandbox/settings                                        ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
PUT    /v1/sandbox/settings                                        ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/sandbox/receipts                                        ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/sandbox/reactions                                       ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
POST   /v1/sandbox/button_presses                                  ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -

GET    /api/v1/billing/prices                                      ✓     ✓      ✓      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /api/v1/billing/prices/estimate                             ✓     ✓      ✓      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /api/v1/billing/tiers                                       ✓     ✓      ✓      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /api/v1/billing/balance                                     ✓     ✓      ✓      ·      ·        ✓        ·        ·      ·         ·       ✓          -       -
GET    /api/v1/billing/transactions                                ✓     ✓      ✓      ·      ·        ✓        ·        ·      ·         ·       ✓          -       -
GET    /api/v1/billing/transactions/:id                            ✓     ✓      ✓      ·      ·        ✓        ·        ·      ·         ·       ✓         404      -
GET    /api/v1/billing/invoices                                    ✓     ✓      ✓      ·      ·        ·        ·        ✓      ·         ·       ✓          -       -
POST   /api/v1/billing/invoices                                    ✓     ✓      ✓      ·      ·        ·        ·        ✓      ·         ·       ✓          -       -
GET    /api/v1/billing/invoices/:id                                ✓     ✓      ✓      ·      ·        ·        ·        ✓      ·         ·       ✓         404      -
GET    /api/v1/billing/profile                                     ✓     ·      ✓      ·      ·        ·        ·        ·      ·         ·       ·          -       -
PUT    /api/v1/billing/profile                                     ✓     ·      ✓      ·      ·        ·        ·        ·      ·         ·       ·          -       -
GET    /api/v1/billing/recharges                                   ✓     ·      ✓      ·      ·        ·        ✓        ·      ·         ·       ·          -       -
GET    /api/v1/billing/recharges/estimate                          ✓     ·      ✓      ·      ·        ·        ✓        ·      ·         ·       ·          -       -
POST   /api/v1/billing/recharges                                   ✓     ·      ✓      ·      ·        ·        ✓        ·      ·         ·       ·          -       -
GET    /api/v1/billing/recharges/:id                               ✓     ·      ✓      ·      ·        ·        ✓        ·      ·         ·       ·         404      -
POST   /api/v1/billing/recharges/:id/retry                         ✓     ·      ✓      ·      ·        ·        ✓        ·      ·         ·       ·         404      -
GET    /api/v1/billing/auto_recharge                               ✓     ✓      ✓      ·      ·        ✓        ·        ·      ·         ·       ✓          -       -
PUT    /api/v1/billing/auto_recharge                               ✓     ·      ✓      ·      ·        ·        ·        ·      ·         ·       ·          -       -
DELETE /api/v1/billing/auto_recharge/mandate                       ✓     ·      ✓      ·      ·        ·        ·        ·      ·         ·       ·          -       -
GET    /api/v1/billing/usage                                       ✓     ✓      ✓      ·      ·        ·        ·        ·      ✓         ·       ✓          -       -
GET    /api/v1/billing/summaries                                   ✓     ✓      ✓      ·      ·        ·        ·        ·      ✓         ·       ✓          -       -
GET    /api/v1/billing/summaries/:month                            ✓     ✓      ✓      ·      ·        ·        ·        ·      ✓         ·       ✓          -       -
GET    /api/v1/billing/exports                                     ✓     ✓      ✓      ✓      ✓        ✓        ·        ✓      ✓         ✓       ✓          -       -
POST   /api/v1/billing/exports                                     ✓     ✓      ✓      ✓      ✓        ✓        ·        ✓      ✓         ✓       ✓          -       -
GET    /api/v1/billing/exports/:id                                 ✓     ✓      ✓      ✓      ✓        ✓        ·        ✓      ✓         ✓       ✓         404      -
DELETE /api/v1/billing/exports/:id                                 ✓     ✓      ✓      ✓      ✓        ✓        ·        ✓      ✓         ✓       ✓         404      -
GET    /api/v1/billing/refunds                                     ✓     ✓      ✓      ·      ·        ✓        ·        ·      ·         ·       ✓          -       -
POST   /api/v1/billing/refunds                                     ✓     ·      ✓      ·      ·        ·        ·        ·      ·         ·       ·          -       -
GET    /api/v1/billing/refunds/:id                                 ✓     ✓      ✓      ·      ·        ✓        ·        ·      ·         ·       ✓         404      -

POST   /v1/price_lists                                             ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/price_lists                                             ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/price_lists/:id                                         ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -

GET    /v1/installation/status                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/installation/doctor                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/installation/doctor                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/shared_channel_notices                                  ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/shared_channels/app                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
PUT    /v1/shared_channels/app                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
DELETE /v1/shared_channels/app                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/shared_channels/app/test                                ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/shared_channels/sms                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
PUT    /v1/shared_channels/sms                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
DELETE /v1/shared_channels/sms                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/shared_channels/sms/test                                ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -

GET    /v1/quarantine                                              ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/quarantine/:id                                          ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/quarantine/:id/release                                  ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/quarantine/:id/assign                                   ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
DELETE /v1/quarantine/:id                                          ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -

GET    /v1/gateways                                                ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
PUT    /v1/gateways/razorpay                                       ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
PUT    /v1/gateways/cashfree                                       ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
DELETE /v1/gateways/razorpay                                       ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
DELETE /v1/gateways/cashfree                                       ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -

GET    /v1/payment_claims                                          ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/refunds                                                 ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -

GET    /v1/organizations                                           ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/organizations/:id                                       ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/organizations                                           ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/submitted_templates                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·           -       -
POST   /v1/organizations/:organization_id/templates/:id/approve    ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·         404      -
POST   /v1/organizations/:organization_id/templates/:id/reject     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·         404      -
POST   /v1/organizations/:organization_id/refunds/:id/approve      ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·         404      -
POST   /v1/organizations/:organization_id/refunds/:id/reject       ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·         404      -
POST   /v1/organizations/:organization_id/credits                  ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/organizations/:organization_id/suspend                  ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/organizations/:organization_id/resume                   ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/organizations/:organization_id/prices                   ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/organizations/:organization_id/price_lists              ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/organizations/:organization_id/enterprise               ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
PUT    /v1/organizations/:organization_id/enterprise               ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/organizations/:organization_id/webhook_networks         ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
PUT    /v1/organizations/:organization_id/webhook_networks         ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -

GET    /v1/installation/audit_log                                  ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
`
