// Screens whose issue has not landed. Every entry leaves this table with its screen; a browser test counts them.
type Coming = { readonly title: string; readonly sentence: string }

export const COMING = {
  '/dashboard': { title: 'Dashboard', sentence: 'Your bots, trades and profit and loss at a glance will be here.' },
} as const satisfies Record<string, Coming>
