// The part of the table of permissions (table.ts) about plans and the subscription.

export const planLines = `
GET    /api/v1/billing/plans                                       ✓     ✓      ✓      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
GET    /api/v1/billing/subscription                                ✓     ✓      ✓      ✓      ✓        ·        ·        ·      ·         ✓       ✓          -       -
PUT    /api/v1/billing/subscription                                ✓     ·      ✓      ·      ·        ·        ·        ·      ·         ·       ·          -       -
DELETE /api/v1/billing/subscription                                ✓     ·      ✓      ·      ·        ·        ·        ·      ·         ·       ·          -       -
POST   /api/v1/billing/subscription/resume                         ✓     ·      ✓      ·      ·        ·        ·        ·      ·         ·       ·          -       -
POST   /api/v1/billing/subscription/pay                            ✓     ·      ✓      ·      ·        ·        ✓        ·      ·         ·       ·          -       -
POST   /api/v1/billing/subscription/payment_method                 ✓     ·      ✓      ·      ·        ·        ·        ·      ·         ·       ·          -       -
GET    /api/v1/billing/subscription/payments                       ✓     ✓      ✓      ·      ·        ✓        ·        ·      ·         ·       ✓          -       -
POST   /v1/plan_lists                                              ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/plan_lists                                              ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
GET    /v1/plan_lists/:id                                          ·     ·      ·      ·      ·        ·        ·        ·      ·         ✓       ·          -       -
`
