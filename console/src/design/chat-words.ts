const en = {
  image: 'Image',
  video: 'Video',
  document: 'Document',
  location: 'Location',
  allOptions: 'See all options',
  copyCode: 'Copy code',
  list: (button: string) => `${button}: show options`,
  opensPage: (address: string) => `Opens ${address}`,
  calls: (number: string) => `Calls ${number}`,
  copies: (code: string) => `Copies ${code}`,
}

const hi: typeof en = {
  image: 'तस्वीर',
  video: 'वीडियो',
  document: 'दस्तावेज़',
  location: 'लोकेशन',
  allOptions: 'सभी विकल्प देखें',
  copyCode: 'कोड कॉपी करें',
  list: (button) => `${button}: विकल्प देखें`,
  opensPage: (address) => `${address} खुलेगा`,
  calls: (number) => `${number} पर कॉल होगी`,
  copies: (code) => `${code} कॉपी होगा`,
}

export const chatWords = { en, hi }
