/** The subjects on which engines say, after their commit, what has changed; whoever needs it reads it in the database. */
export const NOTICES = {
  orders: (userId: string) => `orders.${userId}`,
  output: (botId: string) => `output.${botId}`,
  /** The id in a subject. */
  subjectOf: (subject: string) => subject.slice(subject.indexOf('.') + 1),
} as const
