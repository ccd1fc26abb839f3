const en = {
  builtIn: { owner: 'Owner', admin: 'Admin', billing: 'Billing', agent: 'Agent', viewer: 'Viewer' },
}

const hi: typeof en = {
  builtIn: { owner: 'मालिक', admin: 'एडमिन', billing: 'बिलिंग', agent: 'एजेंट', viewer: 'दर्शक' },
}

export const words = { en, hi }
