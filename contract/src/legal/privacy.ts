import type { Notice } from './notice.ts'

export const PRIVACY: Notice = {
  version: '2026-11-16',
  title: 'Privacy notice',
  summary:
    'Which personal data we use, why, for how long, and your rights under the Digital Personal Data Protection Act, 2023.',
  sections: [
    {
      heading: 'What we collect, and why',
      paragraphs: [
        'Your name, username, e-mail address, phone number and trading experience: to open your account, reach you and support you. Your state: to charge the right GST.',
        'Your broker credentials: to place orders in your broker account as you instruct. They are encrypted, never shown again, and used for nothing else.',
        'Your plans, payments, bot settings, orders and trades: to provide the service, and because tax and securities law require records of them.',
        'Network addresses, devices and times of sign-ins and actions: to protect your account and detect misuse.',
        'The name of your Telegram chat, if you link one: to send the messages you asked for.',
        'We do not sell personal data, show advertising, or use trackers. The browser stores only what keeps you signed in and remembers your display settings.',
      ],
    },
    {
      heading: 'Whom we share it with',
      paragraphs: [
        'Your broker, to place orders. The payment provider, to take payments and refund them; card details go to the provider and never reach us. Mail, Telegram and hosting providers, only as far as needed to deliver their service. Authorities, where the law obliges us.',
      ],
    },
    {
      heading: 'Mail you can turn off',
      paragraphs: [
        'Codes, security warnings, receipts and notices about your plan are part of the service. Mails and Telegram messages about fills are optional: turn them off in your bot configuration at any time.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'See your data: download everything we hold about you as a file from your profile. Correct it: edit your profile, or write to us.',
        'Erase it and withdraw consent: close your account on your profile, as easily as you opened it. Withdrawing does not undo what was done before. Personal data is erased at once, except records that the law requires; those stay without your name.',
        'Nominate a person who exercises these rights if you die or become incapable: write to the grievance officer.',
        'Complain: the grievance officer named below answers within 30 days. If you are not satisfied, you can complain to the Data Protection Board of India.',
        'You can ask the grievance officer for this notice in any language of the Eighth Schedule to the Constitution.',
      ],
    },
    {
      heading: 'Security and breaches',
      paragraphs: [
        'Passwords are hashed, credentials and mails are encrypted, access by staff is limited and recorded. If a breach affects your personal data, we tell you and the Data Protection Board without delay: what happened, what it may mean for you, what we do, and what you can do.',
        'The platform is for adults. We do not knowingly process data of anyone under 18.',
      ],
    },
  ],
}
