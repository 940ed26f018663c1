// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.26;

/** The least of an ERC-20 that deposits can be tested with: everybody has what they send, and two in one go. */
contract Token {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function transfer(address to, uint256 value) public returns (bool) {
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function transferTwice(address to, uint256 first, uint256 second) external {
        transfer(to, first);
        transfer(to, second);
    }
}
