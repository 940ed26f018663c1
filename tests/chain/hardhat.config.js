/** A chain on which only the test makes blocks. */
module.exports = {
  solidity: '0.8.26',
  networks: { hardhat: { chainId: 31337, mining: { auto: false, interval: 0 } } },
};
