// The lines of forms: a part of the table of permissions (table.ts).

export const formLines = `
GET    /v1/forms                                                    ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
POST   /v1/forms                                                    ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓          -       -
GET    /v1/forms/:id                                                ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓        404       ✓
PUT    /v1/forms/:id                                                ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
DELETE /v1/forms/:id                                                ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
POST   /v1/forms/:id/duplicate                                      ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
POST   /v1/forms/:id/publish                                        ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
POST   /v1/forms/:id/unpublish                                      ✓     ✓      ·      ✓      ·        ·        ·        ·      ·         ·       ✓        404       ✓
GET    /v1/forms/:id/versions                                       ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓        404       ✓
GET    /v1/forms/:id/versions/:version                              ✓     ✓      ·      ✓      ✓        ·        ·        ·      ·         ✓       ✓        404       ✓
GET    /v1/form_addresses/:slug                                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/organizations/:organization_id/forms                     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
POST   /v1/organizations/:organization_id/forms/:form_id/suspend    ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·        404       -
POST   /v1/organizations/:organization_id/forms/:form_id/resume     ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·        404       -
`
