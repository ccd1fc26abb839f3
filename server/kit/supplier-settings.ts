// Settings of the supplier: the details on invoices, and whether recharge amounts include GST.

import { setting } from './setting.ts'
import { accountingCode, oneOf, optionalMailAddress, stateCode, text } from './setting-readers.ts'
import { ungrouped } from './text.ts'

export const supplierSettings = {
  rechargeTax: setting(
    'SAMVAD_RECHARGE_TAX',
    'exclusive',
    '`exclusive` = GST is added to the amount of a recharge. `inclusive` = the amount includes GST, and the wallet is credited with the amount before tax.',
    oneOf(['exclusive', 'inclusive']),
  ),
  supplierName: setting('SAMVAD_SUPPLIER_NAME', 'Samvad', "Supplier's name on invoices.", text),
  supplierGstin: setting(
    'SAMVAD_SUPPLIER_GSTIN',
    '',
    "Supplier's GSTIN.",
    (value) => ungrouped(value).toUpperCase() || null,
  ),
  supplierState: setting(
    'SAMVAD_SUPPLIER_STATE',
    '29',
    "GST code of the supplier's state (29 = Karnataka). Determines whether CGST and SGST or IGST applies.",
    stateCode,
  ),
  supplierAddress: setting('SAMVAD_SUPPLIER_ADDRESS', '', "Supplier's address, with `;` between lines.", text),
  supplierEmail: setting(
    'SAMVAD_SUPPLIER_EMAIL',
    '',
    'Contact address for questions about invoices.',
    optionalMailAddress,
  ),
  supplierSac: setting('SAMVAD_SUPPLIER_SAC', '998413', 'Service accounting code (SAC) on invoices.', accountingCode),
}
