/** The trader's way through the product. Each picture is taken by the browser test of the guide. */
export const GUIDE_STEPS = [
  {
    key: 'plan',
    title: 'Choose a plan',
    paragraphs: [
      'Open Pricing. Each plan names its bot: which strategy it follows, which symbols it trades, how often it decides and how many orders it may place a day.',
      'Pay once for the period. You can change or cancel the plan under Subscriptions at any time.',
    ],
    alt: 'The Pricing page with the plans side by side',
  },
  {
    key: 'capital',
    title: 'Set your capital and limits',
    paragraphs: [
      'Under Subscriptions, open the configuration of your bot and enter the capital it may use. It divides the capital among its positions.',
      'Tighter limits are yours to set: a daily loss after which nothing new is opened, a profit at which it is enough, and how many positions may be open.',
    ],
    alt: 'The Subscriptions page with the bot’s capital and limits',
  },
  {
    key: 'credentials',
    title: 'Save your broker credentials',
    paragraphs: [
      'Under Credentials, enter the API key, client code, MPIN and TOTP secret of your Angel One account, then test them.',
      'They are encrypted before they are stored. Paper trading sends no orders to your broker.',
    ],
    alt: 'The Credentials page',
  },
  {
    key: 'start',
    title: 'Start on paper',
    paragraphs: [
      'Press Start Bot on the dashboard. If something is missing, the bot’s panel says what, with a link to the page that fixes it.',
      'Paper uses live prices and virtual money. Go live only after you have seen how the bot behaves on paper; a live start asks for your password.',
    ],
    alt: 'The dashboard with today’s result, positions and the bot’s panel',
  },
  {
    key: 'results',
    title: 'Read the result',
    paragraphs: [
      'Trades & Analytics shows every order, its round trip and its charges. Net means after charges: brokerage, taxes and exchange fees.',
      'A strategy without an edge loses its charges over time. Compare the net result with the charges before you trust a good week.',
    ],
    alt: 'Analytics with profit, equity and drawdown',
  },
  {
    key: 'alerts',
    title: 'Choose what we tell you',
    paragraphs: [
      'Under Profile, choose for each kind of alert whether it comes by mail, by Telegram, by both or not at all. A test button shows that it arrives.',
      'To stop everything at once, press Stop everything on the dashboard, or write /stop to the Telegram bot.',
    ],
    alt: 'The alerts in the profile',
  },
] as const
