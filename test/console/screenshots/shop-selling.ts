// The campaigns and the form of the screenshots' shop.

import type { Cast } from './cast.ts'

export const selling: Pick<Cast, 'marketing' | 'form' | 'formDomain'> = {
  marketing: {
    template: {
      name: 'new_arrivals',
      channel: 'app',
      language: 'en',
      category: 'marketing',
      header: { type: 'text', text: 'New from the looms' },
      text: 'Namaste {{name}}, twelve new Ilkal cottons came in on Monday. Free delivery to *{{city}}* until Sunday.',
      footer: 'Asha Textiles, Bengaluru',
      buttons: [
        { type: 'quick_reply', text: 'Show me' },
        { type: 'quick_reply', text: 'Not this time' },
      ],
    },
    completed: 'Diwali: new Ilkal cottons',
    paused: 'Winter sale',
    scheduled: 'Wedding season',
    draft: 'New year greetings',
  },
  form: {
    name: 'Order enquiry',
    slug: 'order-enquiry',
    title: 'What may we weave for you?',
    answers: [
      {
        name: 'Rekha Pillai',
        email: 'rekha.pillai@mail.example',
        fabric: 'Silk',
        stars: '5',
        wish: 'A Kanchi silk in green.',
      },
      {
        name: 'Vinod Shetty',
        email: 'vinod@mail.example',
        fabric: 'Cotton',
        stars: '4',
        wish: 'Twenty dupattas for a wedding.',
      },
      { name: 'Farida Begum', email: 'farida@mail.example', fabric: 'Silk', stars: '5', wish: 'Do you ship to Kochi?' },
      {
        name: 'Joseph Mathew',
        email: 'joseph.m@mail.example',
        fabric: 'Linen',
        stars: '3',
        wish: 'Samples of linen, please.',
      },
    ],
  },
  formDomain: 'forms.ashatextiles.example',
}
