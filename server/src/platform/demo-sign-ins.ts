/** The two demo accounts, printed at the start and offered on the log-in page. */
export const DEMO_SIGN_INS = [
  {
    role: 'Trader',
    username: 'demo',
    password: 'Demo@1234',
    email: 'demo@trading-bot.localhost',
    first_name: 'Asha',
    last_name: 'Verma',
    is_admin: false,
  },
  {
    role: 'Administrator',
    username: 'admin',
    password: 'Admin@1234',
    email: 'admin@trading-bot.localhost',
    first_name: 'Rohan',
    last_name: 'Mehta',
    is_admin: true,
  },
] as const
