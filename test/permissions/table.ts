// Who may do what with money: one line for every route of billing, prices, gateways and the audit log.
//
// The first five columns are the built-in roles. The next four are members whose role holds that one permission of service.md §1
// rule 11 and nothing else. The last is an operator of the installation who is a viewer of the organization.
// ✓ may, · may not (403). Without a token every one of them is a 401. A route without a line here fails the test.

const table = `
                                                              owner admin billing agent viewer  balance recharge invoices usage  operator
GET    /api/v1/billing/balance                                  ✓     ✓      ✓      ·     ·        ✓       ·        ·      ·        ·
GET    /api/v1/billing/transactions                             ✓     ✓      ✓      ·     ·        ✓       ·        ·      ·        ·
GET    /api/v1/billing/transactions/:id                         ✓     ✓      ✓      ·     ·        ✓       ·        ·      ·        ·

GET    /api/v1/billing/recharges                                ✓     ·      ✓      ·     ·        ·       ✓        ·      ·        ·
POST   /api/v1/billing/recharges                                ✓     ·      ✓      ·     ·        ·       ✓        ·      ·        ·
GET    /api/v1/billing/recharges/:id                            ✓     ·      ✓      ·     ·        ·       ✓        ·      ·        ·
POST   /api/v1/billing/recharges/:id/retry                      ✓     ·      ✓      ·     ·        ·       ✓        ·      ·        ·

GET    /api/v1/billing/invoices                                 ✓     ✓      ✓      ·     ·        ·       ·        ✓      ·        ·
POST   /api/v1/billing/invoices                                 ✓     ✓      ✓      ·     ·        ·       ·        ✓      ·        ·
GET    /api/v1/billing/invoices/:id                             ✓     ✓      ✓      ·     ·        ·       ·        ✓      ·        ·

GET    /api/v1/billing/profile                                  ✓     ·      ✓      ·     ·        ·       ·        ·      ·        ·
PUT    /api/v1/billing/profile                                  ✓     ·      ✓      ·     ·        ·       ·        ·      ·        ·

GET    /api/v1/billing/refunds                                  ✓     ✓      ✓      ·     ·        ✓       ·        ·      ·        ·
POST   /api/v1/billing/refunds                                  ✓     ·      ✓      ·     ·        ·       ·        ·      ·        ·
GET    /api/v1/billing/refunds/:id                              ✓     ✓      ✓      ·     ·        ✓       ·        ·      ·        ·

GET    /api/v1/billing/auto_recharge                            ✓     ✓      ✓      ·     ·        ✓       ·        ·      ·        ·
PUT    /api/v1/billing/auto_recharge                            ✓     ·      ✓      ·     ·        ·       ·        ·      ·        ·
DELETE /api/v1/billing/auto_recharge/mandate                    ✓     ·      ✓      ·     ·        ·       ·        ·      ·        ·

GET    /api/v1/billing/prices                                   ✓     ✓      ✓      ✓     ✓        ·       ·        ·      ·        ✓
GET    /api/v1/billing/prices/estimate                          ✓     ✓      ✓      ✓     ✓        ·       ·        ·      ·        ✓

GET    /v1/audit_log                                            ✓     ·      ·      ·     ·        ·       ·        ·      ·        ·
GET    /v1/installation/audit_log                               ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓

GET    /v1/price_lists                                          ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
POST   /v1/price_lists                                          ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
GET    /v1/price_lists/:id                                      ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓

GET    /v1/gateways                                             ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
PUT    /v1/gateways/razorpay                                    ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
PUT    /v1/gateways/cashfree                                    ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
DELETE /v1/gateways/razorpay                                    ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
DELETE /v1/gateways/cashfree                                    ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓

GET    /v1/refunds                                              ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
POST   /v1/organizations/:organization_id/refunds/:id/approve   ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
POST   /v1/organizations/:organization_id/refunds/:id/reject    ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
POST   /v1/organizations/:organization_id/credits               ·     ·      ·      ·     ·        ·       ·        ·      ·        ✓
`

const [head, ...lines] = table.split('\n').filter((line) => line.trim() !== '') as [string, ...string[]]

export const callers = head.trim().split(/ +/)

export interface Line {
  /** As `GET /v1/audit_log`. */
  route: string
  may: ReadonlySet<string>
}

export const expected: readonly Line[] = lines.map((line) => {
  const [method, path, ...marks] = line.trim().split(/ +/)
  if (marks.length !== callers.length || marks.some((mark) => mark !== '✓' && mark !== '·'))
    throw new Error(`a mark for each of ${callers.length} callers is needed: ${line}`)
  return { route: `${method} ${path}`, may: new Set(callers.filter((_, index) => marks[index] === '✓')) }
})

/** What the table is about: everything that has to do with money, and who looks after it. */
export function isAboutMoney({ path, tag }: { path: string; tag: string }): boolean {
  return (
    tag === 'Billing' || tag === 'Audit' || /billing|price|gateway|audit|refund|credit|mandate|subscription/.test(path)
  )
}
