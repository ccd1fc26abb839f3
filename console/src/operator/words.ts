const en = {
  title: 'Operator',
  pages: 'Operator pages',
  organizations: 'Organizations',
  approvals: 'Approvals',
  prices: 'Prices',
  gateways: 'Gateways',
  channels: 'Shared channels',
  waiting: 'Waiting list',
  health: 'Health',
  audit: 'Audit log',
  priority: 'Priority',
  save: 'Save networks',
  saved: 'Saved',
}

const hi: typeof en = {
  title: 'संचालक',
  pages: 'संचालक के पेज',
  organizations: 'संगठन',
  approvals: 'मंज़ूरी',
  prices: 'क़ीमतें',
  gateways: 'गेटवे',
  channels: 'साझा चैनल',
  waiting: 'प्रतीक्षा सूची',
  health: 'हालत',
  audit: 'ऑडिट लॉग',
  priority: 'प्राथमिकता',
  save: 'नेटवर्क सहेजें',
  saved: 'सहेजा गया',
}

export const words = { en, hi }
