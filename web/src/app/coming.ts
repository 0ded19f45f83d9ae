// Screens whose issue has not landed. Every entry leaves this table with its screen; a browser test counts them.
type Coming = { readonly title: string; readonly sentence: string }

export const COMING = {
  '/dashboard': { title: 'Dashboard', sentence: 'Your bots, trades and profit and loss at a glance will be here.' },
  '/trades': { title: 'Trades & Analytics', sentence: 'Every order of your bots and how they performed will be here.' },
  '/analytics': {
    title: 'Trades & Analytics',
    sentence: 'Every order of your bots and how they performed will be here.',
  },
  '/admin': {
    title: 'Admin Dashboard',
    sentence: 'Users, bots, trades and subscriptions of the whole platform will be here.',
  },
  '/admin/trades': { title: 'Trades & Analytics', sentence: 'Every order of every account will be here.' },
  '/admin/analytics': { title: 'Trades & Analytics', sentence: 'The performance of all bots together will be here.' },
} as const satisfies Record<string, Coming>
