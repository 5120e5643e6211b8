import { testOutages } from './outages.ts'

testOutages({ isTimed: false, cuts: 3 })
