#include "protocol/dxp_message.h"

#include <gtest/gtest.h>

#include "board/fen.h"
#include "board/movegen.h"

namespace deepwell::protocol {
namespace {

// Names fill 32 places.
const std::string Tornado = "Tornado voor Windows 4.0        ";

std::string fault_in(std::string_view text) {
    const auto message = decode(text);
    return message ? "none" : message.error();
}

void expect_both_ways(const DxpMessage& message, const std::string& text) {
    EXPECT_EQ(encode(message), text);
    const auto decoded = decode(text);
    ASSERT_TRUE(decoded) << text << ": " << decoded.error();
    EXPECT_EQ(*decoded, message);
}

TEST(DxpMessage, Requests) {
    DxpRequest request;
    request.name = "Tornado voor Windows 4.0";
    request.follower = Side::White;
    request.minutes = 60;
    request.moves = 65;
    expect_both_ways(request, "R01" + Tornado + "W060065A");
    request.follower = Side::Black;
    request.position = *parse_fen("B:WK1,32:B5,K31");
    expect_both_ways(request, "R01" + Tornado + "Z060065BZWeeezeeeeeeeeeeeeeeeeeeeeeeeeeZw");
    request.position = Position::start();
    EXPECT_EQ(encode(request), "R01" + Tornado + "Z060065BZzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww");
}

TEST(DxpMessage, Answers) {
    expect_both_ways(DxpAccept{"Tornado voor Windows 4.0", DxpAcceptance::Accepted},
                     "A" + Tornado + "0");
    expect_both_ways(DxpAccept{"", DxpAcceptance::NoGame}, "A" + std::string(32, ' ') + "3");
}

TEST(DxpMessage, Moves) {
    const Square six = *Square::from_number(6);
    const Square nine = *Square::from_number(9);
    expect_both_ways(DxpMove{12, {six, nine, {}}}, "M0012060900");
    const Position position = *parse_fen("W:W29:B25,18,11");
    expect_both_ways(DxpMove{0, legal_moves(position)[0]}, "M0000290803111825");
    // In any order.
    EXPECT_EQ(*decode("M0000290803251118"), *decode("M0000290803111825"));
}

TEST(DxpMessage, EndsAndWords) {
    expect_both_ways(DxpEnd{DxpReason::Unknown, false}, "E00");
    expect_both_ways(DxpEnd{DxpReason::Loss, true}, "E11");
    expect_both_ways(DxpEnd{DxpReason::Draw, false}, "E20");
    expect_both_ways(DxpEnd{DxpReason::Win, true}, "E31");
    expect_both_ways(DxpChat{"What do you think about move 35?"},
                     "CWhat do you think about move 35?");
    expect_both_ways(DxpBackRequest{5, Side::Black}, "B005Z");
    expect_both_ways(DxpBackAnswer{DxpBackCode::Refused}, "K1");
}

TEST(DxpMessage, WhatDoesNotFitIsCut) {
    EXPECT_EQ(encode(DxpMove{123456, {}}).substr(0, 5), "M9999");
    EXPECT_EQ(encode(DxpChat{std::string(500, 'x')}).size(), MaxDxpMessage);
    EXPECT_EQ(encode(DxpChat{std::string("a\0b\xff", 4)}), "Ca?b?");
    EXPECT_EQ(encode(DxpAccept{std::string(50, 'n'), DxpAcceptance::Accepted}).size(), 34U);
}

TEST(DxpMessage, MalformedMessagesSayWhy) {
    EXPECT_EQ(fault_in(""), "the message is empty");
    EXPECT_EQ(fault_in("X"), "there is no message X");
    EXPECT_EQ(fault_in(std::string(128, 'C')), "the message is too long");
    EXPECT_EQ(fault_in("E0\x01"), "the message is not plain ASCII");
    EXPECT_EQ(fault_in("\xc3\xa9"), "the message is not plain ASCII");
    EXPECT_EQ(fault_in("M0012"), "the message is too short");
    EXPECT_EQ(fault_in("M00120609"), "the message is too short");
    EXPECT_EQ(fault_in("M001206090"), "the message is too short");
    EXPECT_EQ(fault_in("M00120609000"), "the message is too long");
    EXPECT_EQ(fault_in("M0012060901"), "the message is too short");
    EXPECT_EQ(fault_in("M001206090114141"), "the message is too long");
    EXPECT_EQ(fault_in("M00120609021414"), "the captured squares are not as many as it says");
    EXPECT_EQ(fault_in("M00120609991414"), "the message is too short");
    EXPECT_EQ(fault_in("M-012060900"), "'-012' is no number");
    EXPECT_EQ(fault_in("M0012000900"), "there is no square 0");
    EXPECT_EQ(fault_in("M0012063300"), "there is no square 33");
    EXPECT_EQ(fault_in("E0"), "the message is too short");
    EXPECT_EQ(fault_in("E40"), "there is no code 4");
    EXPECT_EQ(fault_in("E02"), "there is no code 2");
    EXPECT_EQ(fault_in("E000"), "the message is too long");
    EXPECT_EQ(fault_in("A" + Tornado), "the message is too short");
    EXPECT_EQ(fault_in("A" + Tornado + "4"), "there is no code 4");
    EXPECT_EQ(fault_in("R01" + Tornado + "B060065A"), "a colour is W or Z");
    EXPECT_EQ(fault_in("R01" + Tornado + "W060065C"), "a game starts with A or B");
    EXPECT_EQ(fault_in("R01" + Tornado + "W060065B"), "the message is too short");
    EXPECT_EQ(fault_in("R01" + Tornado + "W060065BZbzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"),
              "square 1 holds none of w z W Z e");
    EXPECT_EQ(fault_in("B05Z"), "'05Z' is no number");
    EXPECT_EQ(fault_in("B005"), "the message is too short");
    EXPECT_EQ(fault_in("K3"), "there is no code 3");
    EXPECT_EQ(fault_in("K"), "the message is too short");
}

TEST(DxpMessage, PeopleWriteWhatTheyLike) {
    EXPECT_EQ(*decode("CHi\x1b[2J\n caf\xc3\xa9"), DxpMessage(DxpChat{"Hi?[2J? caf??"}));
}

TEST(DxpMessage, AnotherVersionIsReadForTheSakeOfAnAnswer) {
    const auto message = decode("R02" + Tornado + "W060065A");
    ASSERT_TRUE(message);
    EXPECT_EQ(std::get<DxpRequest>(*message).version, 2);
}

}  // namespace
}  // namespace deepwell::protocol
