import * as authorParameters from '@trading-bot/contract/rest/trading/author-parameters'
import * as code from '@trading-bot/contract/rest/trading/bot-code'
import * as studio from '@trading-bot/contract/rest/trading/bot-studio'
import * as deployRequests from '@trading-bot/contract/rest/trading/deploy-requests'
import * as backtestRuns from '@trading-bot/contract/rest/trading/backtest-runs'
import * as config from '@trading-bot/contract/rest/trading/bot-config'
import * as sweeps from '@trading-bot/contract/rest/trading/sweeps'
import * as plans from '@trading-bot/contract/rest/billing/plans'
import { readUserBotSettings } from './definition/read-strategy-settings.ts'
import { readDeclaredParameters } from './author-parameters/read-declaration.ts'
import { bindRoute } from '../../platform/http/bind-route.ts'
import { cancelBacktest, listBacktests, noteBacktest, readBacktest, startBacktest } from './backtests/backtests.ts'
import { measureBacktestRobustness } from './backtests/measure-robustness.ts'
import { readBotConfig, readOneBotConfig, updateBotConfig } from './bot-config.ts'
import { deleteBotCode } from './delete-bot-code.ts'
import { listDeployRequests, withdrawDeploy } from './deploy-approval.ts'
import { checkBotVersion, deployBotCode } from './deploy-bot-code.ts'
import { importBotFile, listBotFiles } from './import-bot-file.ts'
import {
  listBotCode,
  listBotNames,
  listBotVersions,
  readBotCode,
  readBotVersion,
  readCurrentBotCode,
} from './read-bot-code.ts'
import { cancelSweep, readSweep, startSweep } from './sweeps/sweeps.ts'
import { addBotCode, createBotCode, saveBotCode, updateBotCode } from './save-bot-code.ts'
import { discardBotDraft, readBotDraft, saveBotDraft } from './studio/bot-drafts.ts'
import { listBotTests, readBotTest } from './studio/bot-tests.ts'
import { readAuthorLibraries } from './environment/read-author-libraries.ts'
import { readScript } from './studio/read-script.ts'
import { testBotCode, testSavedBotCode } from './trials/test-bot-code.ts'

export const botCodeRoutes = [
  bindRoute(plans.readUserBotSettings, readUserBotSettings),
  bindRoute(sweeps.startSweep, startSweep),
  bindRoute(sweeps.readSweep, readSweep),
  bindRoute(sweeps.cancelSweep, cancelSweep),
  bindRoute(authorParameters.readDeclaredParameters, readDeclaredParameters),
  bindRoute(code.listBotCode, listBotCode),
  bindRoute(code.addBotCode, addBotCode),
  bindRoute(code.createBotCode, createBotCode),
  bindRoute(code.readCurrentBotCode, readCurrentBotCode),
  bindRoute(code.saveBotCode, saveBotCode),
  bindRoute(code.listBotNames, listBotNames),
  bindRoute(code.listBotFiles, listBotFiles),
  bindRoute(code.importBotFile, importBotFile),
  bindRoute(code.testBotCode, testBotCode),
  bindRoute(code.testSavedBotCode, testSavedBotCode),
  bindRoute(code.readBotCode, readBotCode),
  bindRoute(code.updateBotCode, updateBotCode),
  bindRoute(code.deleteBotCode, deleteBotCode),
  bindRoute(code.deployBotCode, deployBotCode),
  bindRoute(deployRequests.listDeployRequests, listDeployRequests),
  bindRoute(deployRequests.withdrawDeploy, withdrawDeploy),
  bindRoute(code.listBotVersions, listBotVersions),
  bindRoute(code.readBotVersion, readBotVersion),
  bindRoute(code.checkBotVersion, checkBotVersion),
  bindRoute(studio.readBotDraft, readBotDraft),
  bindRoute(studio.saveBotDraft, saveBotDraft),
  bindRoute(studio.discardBotDraft, discardBotDraft),
  bindRoute(studio.readScript, readScript),
  bindRoute(studio.readAuthorLibraries, readAuthorLibraries),
  bindRoute(studio.listBotTests, listBotTests),
  bindRoute(studio.readBotTest, readBotTest),
  bindRoute(config.readBotConfig, readBotConfig),
  bindRoute(config.readOneBotConfig, readOneBotConfig),
  bindRoute(config.updateBotConfig, updateBotConfig),
  bindRoute(config.runBacktest, startBacktest),
  bindRoute(config.readBacktest, readBacktest),
  bindRoute(config.cancelBacktest, cancelBacktest),
  bindRoute(backtestRuns.listBacktests, listBacktests),
  bindRoute(backtestRuns.noteBacktest, noteBacktest),
  bindRoute(config.measureRobustness, measureBacktestRobustness),
]
