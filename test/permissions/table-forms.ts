// The part of the table of permissions (table.ts) about forms.

export const formLines = `
GET    /v1/forms                                                    ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/forms                                                    ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/forms/:id                                                ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓        404       ✓
POST   /v1/forms/:id/preview                                        ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓        404       ✓
PUT    /v1/forms/:id                                                ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
DELETE /v1/forms/:id                                                ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
POST   /v1/forms/:id/duplicate                                      ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
POST   /v1/forms/:id/publish                                        ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
POST   /v1/forms/:id/unpublish                                      ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
GET    /v1/forms/:id/versions                                       ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓        404       ✓
GET    /v1/forms/:id/versions/:version                              ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓        404       ✓
GET    /v1/domains                                                  ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/domains                                                  ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/domains/:id                                              ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓        404       ✓
PUT    /v1/domains/:id                                              ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓        404       -
DELETE /v1/domains/:id                                              ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓        404       -
POST   /v1/domains/:id/verify                                       ✓     ✓      ·      ·      ·        ·        ·        ·      ·         ·       ✓        404       -
GET    /v1/forms/:id/submissions                                   ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
GET    /v1/forms/:id/analytics                                     ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓         404      ✓
GET    /v1/submissions/:id                                         ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
DELETE /v1/submissions/:id                                         ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
POST   /v1/submissions/:id/retry                                   ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
POST   /v1/submissions/:id/spam                                    ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
POST   /v1/submissions/:id/not_spam                                ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
GET    /v1/submissions/:id/files/:file_id                          ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓         404      ✓
GET    /v1/form_addresses/:slug                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/organizations/:organization_id/forms                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/organizations/:organization_id/forms/:form_id/suspend    ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·        404       -
POST   /v1/organizations/:organization_id/forms/:form_id/resume     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·        404       -
`
