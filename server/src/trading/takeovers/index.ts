export { countTakeovers } from './count-takeovers.ts'
export { countLostSeats, endSilentSessions, recentTakeovers, type SilentSession } from './end-silent-sessions.ts'
